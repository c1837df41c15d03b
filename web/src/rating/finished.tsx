import type { RatingView } from "../protocol/messages";
import { Heading } from "./heading";

/** The last page: thanks, and the completion code. */
export function Finished({ shown }: { shown: RatingView }) {
  if (shown.stage === "closed") {
    return (
      <main class="sheet">
        <Heading>This link is closed</Heading>
        <p>The researchers go on without further answers here. If you have questions, ask whoever sent you the link.</p>
      </main>
    );
  }
  return (
    <main class="sheet">
      <Heading>Thank you</Heading>
      <p>You have answered everything, and it is kept. This is your completion code, by which whoever sent you the link knows that you have finished:</p>
      <p class="code">{shown.code}</p>
      <p>You can close this page now. If you need the code again, open your link once more.</p>
    </main>
  );
}
