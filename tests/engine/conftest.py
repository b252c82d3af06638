"""Settings of the engine's tests."""

from hypothesis import HealthCheck, settings

# No deadlines: how long an example takes is the machine's business, not the engine's.
settings.register_profile(
    "engine", deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("engine")
