/** Redis cannot be used; the text is for the terminal. */
export class RedisError extends Error {}
