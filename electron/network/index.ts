/** How requests leave this computer: proxy, authorities and client certificates, by one setting. The area's public surface. */
export {
  authoritiesOf,
  type CertificateFacts,
  certificateFacts,
  readCertificates,
  systemAuthorities,
} from './authorities.ts';
export {
  type ClientCertificate,
  clientCertificate,
  clientCertificateFacts,
  readClientCertificate,
} from './client-certificate.ts';
export { hopsOfEnvironment } from './environment.ts';
export { type Hop, hopsOfPac, proxyName, proxyOfAddress } from './proxy.ts';
export { ProxyError } from './proxy-error.ts';
export { DEFAULT_NETWORK, type NetworkSetting, networkSetting } from './setting.ts';
export { openSocket, startTls } from './tunnel.ts';
export { type Opening, WayAgent } from './way-agent.ts';
export { openWays, straight, type Way, type Ways } from './ways.ts';
