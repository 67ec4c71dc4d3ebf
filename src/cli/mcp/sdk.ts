// The part of the protocol's SDK that Earshot uses. The build bundles it into this file: as a dependency, the SDK would bring 98 packages
// (29 MB), including web servers.
export { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export { z } from 'zod'
