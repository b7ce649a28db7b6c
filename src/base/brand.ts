/** A string that the compiler keeps apart from every other kind of string; at run time it is the bare string. */
export type Brand<Name extends string> = string & { readonly __brand: Name };
