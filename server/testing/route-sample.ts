/** An owner's rows, by every name that a call can have for them. */
export interface OwnedIds {
  readonly thread: string
  readonly threadName: string
  readonly message: string
  readonly messageName: string
  /** On the message. */
  readonly lease: string
  readonly run: string
  readonly score: string
  readonly source: string
  readonly fileKey: string
  readonly fileUrl: string
  readonly user: string
}

/** A call of a route with an owner's ids at one place, and its answers by caller. */
export interface RouteSample {
  /** For the owner, or the project's own server if only that may call. */
  readonly owner: number
  /** For other callers with the owner's ids. */
  readonly foreign: number
  /** Needed if the route's path has `:names`, or for a query. */
  readonly path?: (ids: OwnedIds) => string
  readonly body?: (ids: OwnedIds) => unknown
  readonly headers?: Readonly<Record<string, string>>
  /** True if its answer counts the caller's own rows, which the call removes. */
  readonly isEmptying?: boolean
}
