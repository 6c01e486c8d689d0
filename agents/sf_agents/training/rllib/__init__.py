"""Self-play with PPO on Ray RLlib, on one machine or a cluster; needs the extra ``rllib``."""
