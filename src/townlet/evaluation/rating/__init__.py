"""Rating studies: people rank answers blind, or write answers of their own, through personal links."""
