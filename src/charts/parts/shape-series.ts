/** Something of any shape on a picture, in pixels, as the library writes graphic elements. */
export interface Shape {
  readonly name: string
  /** Null is drawn and counts as no value. */
  readonly value: number | null
  readonly element: object
}

/** Shapes as the marks of a series, so that they are pointed at, clicked and toggled as bars and lines are. */
export function shapeSeries(id: string, shapes: readonly Shape[], more: Readonly<Record<string, unknown>> = {}) {
  return {
    type: 'custom',
    coordinateSystem: 'none',
    id,
    name: id,
    data: shapes.map(({ name, value }, at) => ({ name, value: [at, value] })),
    renderItem: ({ dataIndex }: { readonly dataIndex: number }) => shapes[dataIndex]?.element ?? null,
    ...more,
  }
}

/** Marks of shapes stay what they are when others come: nothing moves from one to the other. */
export const STILL = { transition: [] } as const
