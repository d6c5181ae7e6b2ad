/** A file of a user that cannot be read, said in words for them. */
export class FileFault extends Error {}
