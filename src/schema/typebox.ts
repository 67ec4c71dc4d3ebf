// The part of TypeBox that the service uses. The build bundles it into one file: the package has 680 modules, and loading them would be
// half of the start time of the service.
export { Type, type Static, type TSchema, type TSchemaOptions } from 'typebox'
export { Compile } from 'typebox/compile'
