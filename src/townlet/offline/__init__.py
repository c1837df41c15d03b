"""The offline model: rules, lexicons and sentence patterns that answer each prompt from its printed fields."""
