"""The offline model: rules and rows of words that answer each prompt from its printed fields."""
