/** An API request, ready to be sent. */
export interface HostileRequest {
  /** Relative to the base, or an absolute address. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** The most hostile known use of a route. */
export interface HostileCall {
  /** Its name in the description: `POST /threads/{id}/messages`. */
  readonly route: string
  /** The kind of hostility. */
  readonly name: string
  /** Set if the call removes a row that exists once for each run, so that it is not sent ten times at once. */
  readonly removes?: true
  /** Creates the rows that the call needs before it is measured. `run` counts from 0: no row can be removed twice. */
  request(run: number): HostileRequest | Promise<HostileRequest>
}

export const json = (value: unknown): Pick<HostileRequest, 'headers' | 'body'> =>
  jsonText(JSON.stringify(value))

export const jsonText = (body: string): Pick<HostileRequest, 'headers' | 'body'> => ({
  headers: { 'Content-Type': 'application/json' },
  body,
})
