import { type Arguments, Float, isNumber, numberValue, TemplateError, type Value } from './value.ts'

/** Reads the arguments of a call by place or by name. */
export class Reader {
  private readonly args: Arguments
  private readonly of: string

  constructor(of: string, args: Arguments, names: readonly string[]) {
    this.of = of
    this.args = args
    if (args.positional.length > names.length) {
      throw new TemplateError(
        `${of}() takes ${names.length} positional arguments but ${args.positional.length} were given`,
      )
    }
    const unknown = Object.keys(args.named).find((name) => !names.includes(name))
    if (unknown) throw new TemplateError(`${of}() got an unexpected keyword argument '${unknown}'`)
    this.names = names
  }
  private readonly names: readonly string[]

  value(name: string): Value | undefined {
    return this.args.positional[this.names.indexOf(name)] ?? this.args.named[name] ?? this.missing(name)
  }

  /** Null was given, as against nothing at all. */
  private missing(name: string): Value | undefined {
    return this.args.positional.length > this.names.indexOf(name) || name in this.args.named ? null : undefined
  }

  required(name: string): Value {
    const value = this.value(name)
    if (value === undefined) throw new TemplateError(`${this.of}() missing 1 required positional argument: '${name}'`)
    return value
  }

  text(name: string, otherwise: string): string {
    const value = this.value(name)
    if (value === undefined || value === null) return otherwise
    if (typeof value !== 'string') throw new TemplateError(`${this.of}(): ${name} must be a text`)
    return value
  }

  number(name: string, otherwise: number): number {
    const value = this.value(name)
    if (value === undefined || value === null) return otherwise
    if (!isNumber(value)) throw new TemplateError(`${this.of}(): ${name} must be a number`)
    return numberValue(value)
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.value(name)
    if (value === undefined) return otherwise
    return value instanceof Float ? value.value !== 0 : Boolean(value)
  }
}
