"""The memory stream and its retrieval (Park et al. 2023, section 4.1). It knows nothing of worlds or models."""
