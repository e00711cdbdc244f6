import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { routes } from '../routes.ts';
import { rememberArrival } from './arrival.ts';

export function SignInFirst() {
  const { pathname, search } = useLocation();
  const [address] = useState(() => {
    const target = pathname + search;
    const query = `?${new URLSearchParams({ redirect: target })}`;
    rememberArrival(query, target);
    return routes.login + query;
  });
  return <Navigate to={address} replace />;
}
