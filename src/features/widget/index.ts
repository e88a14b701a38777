import { getInstall } from './get-install.ts'

export const widgetOperations = [getInstall]
