import { useQuery } from '@tanstack/react-query';
import { useDocumentNavigation } from '../navigation/document-navigation.ts';
import { usePageValues } from '../page-values/page-values.tsx';

export function useCardProvider() {
  const { stripePublishableKey, stripeJsUrl } = usePageValues();
  const leave = useDocumentNavigation();
  const query = useQuery({
    queryKey: ['card-provider', stripePublishableKey],
    queryFn: async () => {
      const [{ loadCardProvider }, { CardField }] = await Promise.all([
        import('./card-provider.ts'),
        import('./card-field.tsx'),
      ]);
      return { provider: await loadCardProvider(stripePublishableKey, stripeJsUrl), CardField };
    },
    enabled: stripePublishableKey !== '',
    retry: false,
    staleTime: Infinity,
    structuralSharing: false,
  });
  const isConfigured = stripePublishableKey !== '';
  return {
    ready: query.data,
    isUnavailable: !isConfigured || query.isError,
    isLoading: query.isFetching,
    // If the page values lack Stripe's publishable key, only a new page load can fetch it.
    retry: () => (isConfigured ? void query.refetch() : leave(window.location.pathname)),
  };
}
