/** How requests leave this computer: proxy, authorities and client certificates, by one setting. The area's public surface. */
export { authoritiesOf, readCertificates, systemAuthorities } from './authorities.ts';
export { clientCertificate, clientCertificateFacts, readClientCertificate } from './client-certificate.ts';
export { hopsOfEnvironment } from './environment.ts';
export { cleanProxyAddress, type Hop, hopsOfPac, proxyName } from './proxy.ts';
export { ProxyError } from './proxy-error.ts';
export { DEFAULT_NETWORK, type NetworkSetting, networkSetting } from './setting.ts';
export { openSocket } from './tunnel.ts';
export { WayAgent } from './way-agent.ts';
export { openWays, straight, type Way, type Ways } from './ways.ts';
