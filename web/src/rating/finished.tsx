import type { RatingShown } from "../protocol/messages";

/** Thanks, with the code that shows that somebody has finished. */
export function Finished({ shown }: { shown: RatingShown }) {
  if (shown.stage === "closed") {
    return (
      <main class="sheet">
        <h2>This link is closed</h2>
        <p>The researchers go on without further answers here. If you have questions, ask whoever sent you the link.</p>
      </main>
    );
  }
  return (
    <main class="sheet">
      <h2>Thank you</h2>
      <p>You have answered everything, and it is kept. This is your completion code, by which whoever sent you the link knows that you have finished:</p>
      <p class="code">{shown.code}</p>
      <p>You can close this page now. If you need the code again, open your link once more.</p>
    </main>
  );
}
