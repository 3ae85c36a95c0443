export { markInvisible } from '../../shared/mark-invisible.ts'
