/** The other servers of the installation, who know what this one does not. */
export interface Peers {
  /** The bytes that one of them answers; null where none has any, or none answers within seconds. Never fails. */
  ask(topic: string, question: unknown): Promise<Uint8Array | null>
  /** Answers what the others ask about a topic; null says that this server has nothing. */
  answer(topic: string, give: (question: unknown) => Promise<Uint8Array | null>): void
}

/** The only server has nobody to ask. */
export const noPeers = (): Peers => ({ ask: async () => null, answer: () => {} })
