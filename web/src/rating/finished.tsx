import type { RatingView } from "../protocol/messages";
import { Heading } from "./heading";

/** The last page: thanks, and the completion code. */
export function Finished({ shown }: { shown: RatingView }) {
  if (shown.stage === "closed") {
    return (
      <main class="sheet">
        <Heading>This link is closed</Heading>
        <p>The researchers need no more answers here. If you have questions, ask the person who sent you the link.</p>
      </main>
    );
  }
  return (
    <main class="sheet">
      <Heading>Thank you</Heading>
      <p>Your answers are complete and saved. This is your completion code; it shows the person who sent you the link that you have finished:</p>
      <p class="code">{shown.code}</p>
      <p>You can close this page now. If you need the code again, open your link once more.</p>
    </main>
  );
}
