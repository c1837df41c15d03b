import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));
const FILES = new Map(
  readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [normalize(name), readFileSync(join(SRC, name), "utf8")]),
);

/** The modules that a module imports, even those of which it needs only types. */
function importsOf(file: string, text: string): string[] {
  const paths = [...text.matchAll(/\b(?:from|import) "(\.[^"]+)"/g)].map(([, path]) => normalize(join(dirname(file), path as string)));
  return paths.flatMap((path) => [`${path}.ts`, `${path}.tsx`].filter((each) => FILES.has(each)));
}

describe("the source", () => {
  it("writes each signal only in the module that declares it", () => {
    const foreign = [...FILES].flatMap(([file, text]) => {
      const own = new Set([...text.matchAll(/\bconst (\w+) = signal\b/g)].map(([, name]) => name));
      const written = [...text.matchAll(/(\w+)\.value(?:\+\+|--|\s*[-+*/?&|]*=(?![=>]))/g)].map(([, name]) => name as string);
      return written.filter((name) => !own.has(name)).map((name) => `${file}: ${name}`);
    });
    expect(foreign).toEqual([]);
  });

  it("has no modules that import each other in a circle", () => {
    const over = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, way: readonly string[]) => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" > "));
      if (over.has(file) || way.includes(file)) return;
      for (const each of importsOf(file, FILES.get(file) as string)) visit(each, [...way, file]);
      over.add(file);
    };
    for (const file of FILES.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });
});
