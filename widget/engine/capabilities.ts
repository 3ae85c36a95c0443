/** What a thread can do, whatever its state is at the moment (specification, section 3). */
export interface Capabilities {
  readonly switchToBranch: boolean
  readonly switchBranchDuringRun: boolean
  readonly edit: boolean
  readonly reload: boolean
  readonly cancel: boolean
  readonly copy: boolean
  readonly speech: boolean
  readonly attachments: boolean
  readonly feedback: boolean
}

export const NO_CAPABILITIES: Capabilities = {
  switchToBranch: false,
  switchBranchDuringRun: false,
  edit: false,
  reload: false,
  cancel: false,
  copy: false,
  speech: false,
  attachments: false,
  feedback: false,
}
