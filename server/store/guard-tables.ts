/** Visitors' addresses that the operator refuses for some time. */
export interface BlockedAddressesTable {
  /** Address and project: an address has one block for each, and one for all. */
  readonly id: string
  /** Stands for the address, which no row holds. */
  readonly address_key: string
  /** Empty: all projects. */
  readonly project_id: string
  /** 1: named users too. */
  readonly everybody: number
  readonly reason: string | null
  readonly created_at: string
  readonly ends_at: string
}

/** Puzzles that made a visitor, as long as their solutions could be shown again. */
export interface SpentProofsTable {
  readonly id: string
  readonly until: string
}
