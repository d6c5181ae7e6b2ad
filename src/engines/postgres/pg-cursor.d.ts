/** The part of pg-cursor that is used here; the package brings no types. */
declare module 'pg-cursor' {
  interface Field {
    readonly name: string
    readonly dataTypeID: number
    readonly dataTypeModifier: number
  }
  type Rows = readonly (readonly (string | null)[])[]
  class Cursor {
    constructor(
      text: string,
      values: readonly unknown[],
      config: { readonly rowMode: 'array'; readonly types: { getTypeParser(): (text: string) => string } },
    )
    submit(connection: unknown): void
    read(
      count: number,
      done: (error: Error | null, rows: Rows, result: { readonly fields: readonly Field[] }) => void,
    ): void
    close(): Promise<void>
  }

  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export { Cursor as default }
}
