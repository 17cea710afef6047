"""Go for reinforcement learning: environments of other libraries over our rules, and their policies as players."""
