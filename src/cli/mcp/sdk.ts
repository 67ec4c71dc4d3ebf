// The part of the protocol's SDK that Earshot uses. The build bundles it into this file: as a dependency, the SDK would bring 98 packages
// and 29 MB with it, web servers among them.
export { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export { z } from 'zod'
