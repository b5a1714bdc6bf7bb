/** The one network setting of the program: proxy and authorities. Client certificates are on the Connection page. */
import { Stack } from '@mantine/core';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { usePolicy } from '../../ui/policy.tsx';
import { Pending } from '../../ui/states.tsx';
import { AuthoritySettings } from './authority-settings.tsx';
import { ProxySettings } from './proxy-settings.tsx';

export function NetworkSettings() {
  const network = useCall('network.get', undefined);
  const { isLocked } = usePolicy();
  const desktop = useCall('app.info', undefined).data?.host === 'desktop';
  if (network.error || !network.data) return <Pending query={network} label="Reading the network settings" />;
  const { hasPassword, ...proxy } = network.data.proxy;
  return (
    <Stack gap="xl" maw="46rem">
      <Dim size="sm">
        Every request of the program follows this: data, sign-in, events, and the check for newer versions. A connection
        is tested hop by hop on the Connection page of its workspace.
      </Dim>
      <ProxySettings
        key={JSON.stringify(proxy)}
        proxy={proxy}
        hasPassword={hasPassword}
        desktop={desktop}
        isLocked={isLocked('proxy')}
      />
      <AuthoritySettings authorities={network.data.authorities} isLocked={isLocked('authorities')} />
    </Stack>
  );
}
