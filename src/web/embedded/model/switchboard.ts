/** A message of the switchboard, as both sides send it (reference: charts-dashboards C.10). */
type Message = {
  readonly switchboardAction: 'get' | 'reply' | 'emit' | 'error'
  readonly method?: string
  readonly messageId?: string
  readonly args?: unknown
  readonly result?: unknown
  readonly error?: string
}

/** Answers a call of the other side; what it throws is told to the caller in general words. */
export type Method = (args: Readonly<Record<string, unknown>>) => unknown

/** One end of the line; the other end may be any window. */
export interface Line {
  postMessage(message: Message): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  start(): void
}

export interface Switchboard {
  /** Calls the other side and waits for its answer. Rejects when it has no such method or fails. */
  get(method: string, args: object): Promise<unknown>
  /** Tells the other side something and waits for nothing. */
  emit(method: string, args: object): void
}

const NAME = 'sightline'

/** Talks over a line: methods are what the other side may call. */
export function openSwitchboard(line: Line, methods: Readonly<Record<string, Method>>): Switchboard {
  const waiting = new Map<string, (message: Message) => void>()
  let count = 0
  line.addEventListener('message', ({ data }) => {
    const message = messageOf(data)
    if (message?.switchboardAction === 'get') void answer(methods, message).then((reply) => line.postMessage(reply))
    else if (message?.switchboardAction === 'emit') void answer(methods, message)
    else if (message) waiting.get(message.messageId ?? '')?.(message)
  })
  line.start()
  return {
    get: (method, args) =>
      new Promise((done, fail) => {
        count += 1
        const messageId = `m_${NAME}_${count}`
        waiting.set(messageId, ({ switchboardAction, result, error }) => {
          waiting.delete(messageId)
          if (switchboardAction === 'reply') done(result)
          else fail(new Error(error ?? 'The other side did not answer'))
        })
        line.postMessage({ switchboardAction: 'get', method, messageId, args })
      }),
    emit: (method, args) => line.postMessage({ switchboardAction: 'emit', method, args }),
  }
}

async function answer(methods: Readonly<Record<string, Method>>, message: Message): Promise<Message> {
  const { method = '', messageId = '', args } = message
  const call = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!call) return { switchboardAction: 'error', messageId, error: `[${NAME}] Method "${method}" is not defined` }
  try {
    const result = await call(typeof args === 'object' && args !== null ? { ...args } : {})
    return { switchboardAction: 'reply', messageId, result }
  } catch {
    return { switchboardAction: 'error', messageId, error: `[${NAME}] Method "${method}" threw an error` }
  }
}

function messageOf(data: unknown): Message | null {
  return typeof data === 'object' && data !== null && 'switchboardAction' in data ? (data as Message) : null
}
