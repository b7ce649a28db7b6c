/** Makes the compiler prove that a switch is exhaustive. Throws when a value outside the union arrives at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
