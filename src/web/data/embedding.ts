/** How the page of an embedded dashboard and the site around it find each other (reference: charts-dashboards C.10). */
const HANDSHAKE = { type: '__embedded_comms__', handshake: 'port transfer' } as const
const PATH = '/embedded/'

/** The way to the site around the page, which may open it before any screen is there; null on every other page. */
export const hostPort: Promise<MessagePort> | null = globalThis.location?.pathname.startsWith(PATH)
  ? portFrom(window)
  : null

/** True on the page that shows a dashboard inside another site. */
export const isEmbedded = (): boolean => hostPort !== null

function portFrom(own: Window): Promise<MessagePort> {
  return new Promise((found) => {
    const handleMessage = ({ data, source, ports: [port] }: MessageEvent) => {
      const isHandshake = data?.type === HANDSHAKE.type && data.handshake === HANDSHAKE.handshake
      if (!isHandshake || !port || source !== own.parent || own.parent === own) return
      own.removeEventListener('message', handleMessage)
      found(port)
    }
    own.addEventListener('message', handleMessage)
  })
}
