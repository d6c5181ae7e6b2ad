import { HttpError } from './http.ts'

/** The failure of a chart whose answer came, with a status that says neither that it is there nor why it is not. */
export const unexpectedStatus = (status: number): HttpError =>
  new HttpError(status, `Received unexpected response status (${status}) while fetching chart data`)
