"""Commands that question many people: sessions, batches and partial progress."""
