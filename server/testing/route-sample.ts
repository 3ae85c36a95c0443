/** What an owner has, by every name that a call can give it. */
export interface OwnedIds {
  readonly thread: string
  readonly threadName: string
  readonly message: string
  readonly messageName: string
  readonly run: string
  readonly score: string
  readonly fileKey: string
  readonly fileUrl: string
  readonly user: string
}

/** One call of a route with an owner's ids somewhere in it, and what it answers to whom. */
export interface RouteSample {
  /** The owner, or the project's own server where only that may call. */
  readonly owner: number
  /** Whoever else may make the call, with the owner's ids. */
  readonly foreign: number
  /** Where the route's path has `:names`, or more is in the query. */
  readonly path?: (ids: OwnedIds) => string
  readonly body?: (ids: OwnedIds) => unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Its answer counts what was the caller's own, and is gone with the call. */
  readonly isEmptying?: boolean
}
