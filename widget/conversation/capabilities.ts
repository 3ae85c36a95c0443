/** Capabilities of a thread, independent of its present state (specification, section 3). */
export interface Capabilities {
  readonly switchToBranch: boolean
  readonly switchBranchDuringRun: boolean
  readonly edit: boolean
  readonly reload: boolean
  readonly cancel: boolean
  /** True if an answer that was cut off can continue. */
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

/** Facts from which the capabilities follow. */
export interface Equipment {
  /** True if the project takes no messages. */
  readonly isReadOnly: boolean
  readonly hasSpeech: boolean
  readonly hasAttachments: boolean
  readonly hasFeedback: boolean
  /** True if our server stores the messages. */
  readonly isKept: boolean
}

export function capabilitiesOf(equipment: Equipment): Capabilities {
  const { isReadOnly, hasSpeech, hasAttachments, hasFeedback, isKept } = equipment
  return {
    switchToBranch: true,
    // Not possible: chunks of the running answer would have nowhere to go.
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

/** True if another branch can be shown now. */
export const canSwitch = (can: Capabilities, isRunning: boolean): boolean =>
  isRunning ? can.switchBranchDuringRun : can.switchToBranch
