"""Planning and reacting's re-planning (section 4.3): a day, its hours, and 5 to 15 minute steps just in time."""

from townlet.cognition.plan.day import plan_day
from townlet.cognition.plan.execution import proceed
from townlet.cognition.plan.revision import insert, replan

__all__ = ["insert", "plan_day", "proceed", "replan"]
