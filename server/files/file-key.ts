import { randomId } from '../../shared/ids.ts'

const PREFIX = 'file_'
/** 24 letters and digits: 142 bits. */
const RANDOM_LENGTH = 24
const PATTERN = /^file_[0-9A-Za-z]{24}$/

/** The key of a file: random, so that nobody finds one by trying. Names no user and no path. */
export const createFileKey = (): string => PREFIX + randomId(RANDOM_LENGTH)

export const isFileKey = (text: string): boolean => PATTERN.test(text)
