import { useEffect, useRef } from "preact/hooks";

/** A heading that takes the focus when it appears, so that screen readers start with it. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}
