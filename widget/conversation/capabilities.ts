/** What a thread can do, whatever its state is at the moment (specification, section 3). */
export interface Capabilities {
  readonly switchToBranch: boolean
  readonly switchBranchDuringRun: boolean
  readonly edit: boolean
  readonly reload: boolean
  readonly cancel: boolean
  /** An answer that was cut off can go on. */
  readonly continue: boolean
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
  continue: false,
  copy: false,
  speech: false,
  attachments: false,
  feedback: false,
}

/** What a thread is given to work with. */
export interface Equipment {
  /** Nobody may write. */
  readonly isReadOnly: boolean
  readonly hasSpeech: boolean
  readonly hasAttachments: boolean
  readonly hasFeedback: boolean
  /** Our own kind of server keeps what is said. */
  readonly isKept: boolean
}

export function capabilitiesOf(equipment: Equipment): Capabilities {
  const { isReadOnly, hasSpeech, hasAttachments, hasFeedback, isKept } = equipment
  return {
    switchToBranch: true,
    // Chunks of the running answer would have nowhere to go.
    switchBranchDuringRun: false,
    edit: !isReadOnly,
    reload: !isReadOnly,
    cancel: !isReadOnly,
    continue: !isReadOnly && isKept,
    copy: true,
    speech: hasSpeech,
    attachments: hasAttachments && !isReadOnly,
    feedback: hasFeedback && !isReadOnly,
  }
}

/** Whether another branch can be shown now. */
export const canSwitch = (can: Capabilities, isRunning: boolean): boolean =>
  isRunning ? can.switchBranchDuringRun : can.switchToBranch
