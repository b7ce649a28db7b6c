/** Makes something when it is asked for first; all get the same. What could not be made is told to everyone who asks. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
