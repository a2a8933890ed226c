//! Which certificates of the other end are believed.

use super::certificate::Certificate;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{self, CryptoProvider, WebPkiSupportedAlgorithms};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{ParsedCertificate, WebPkiClientVerifier};
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, Error, RootCertStore, SignatureScheme,
};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Authorities that are trusted, and certificates that are trusted by themselves.
#[derive(Clone, Debug)]
pub struct Trust {
    roots: Arc<RootCertStore>,
    known: Arc<Vec<CertificateDer<'static>>>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl Trust {
    /// Nobody is trusted.
    pub fn nobody(provider: &CryptoProvider) -> Trust {
        let algorithms = provider.signature_verification_algorithms;
        Trust { roots: Arc::new(RootCertStore::empty()), known: Arc::default(), algorithms }
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Trusts the certificates of a PEM file; how many.
    ///
    /// Errors: the system's; that of the first section that is no base 64.
    pub fn add_file(&mut self, path: &Path) -> io::Result<usize> {
        let bad = |e| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {e}", path.display()));
        let text = std::fs::read(path).map_err(|e| {
            io::Error::new(e.kind(), format!("{}: {}", path.display(), quarry_value::error::reason(&e)))
        })?;
        let mut count = 0;
        for certificate in CertificateDer::pem_slice_iter(&text) {
            let certificate = certificate.map_err(bad)?;
            // What cannot be an authority can still be the very certificate that a server shows.
            let _ = Arc::make_mut(&mut self.roots).add(certificate.clone());
            Arc::make_mut(&mut self.known).push(certificate);
            count += 1;
        }
        Ok(count)
    }

    /// Trusts the certificates of the PEM files in a directory; what is none there is passed over.
    pub fn add_directory(&mut self, path: &Path) {
        let Ok(entries) = std::fs::read_dir(path) else { return };
        let mut files: Vec<_> = entries.flatten().map(|e| e.path()).filter(|p| p.is_file()).collect();
        files.sort();
        for file in files {
            let _ = self.add_file(&file);
        }
    }

    /// Is a certificate trusted by itself, and is this its time?
    fn knows(&self, certificate: &CertificateDer, now: UnixTime) -> Option<Result<(), CertificateError>> {
        self.known.iter().find(|k| *k == certificate)?;
        let Some(c) = Certificate::read(certificate) else { return Some(Err(CertificateError::BadEncoding)) };
        let now = now.as_secs() as i64;
        Some(match now {
            _ if now < c.from.seconds() => Err(CertificateError::NotValidYet),
            _ if now > c.until.seconds() => Err(CertificateError::Expired),
            _ => Ok(()),
        })
    }

    /// Has a trusted authority certified a server?
    fn trusts_server(
        &self,
        certificate: &CertificateDer,
        others: &[CertificateDer],
        now: UnixTime,
    ) -> Result<(), Error> {
        if let Some(known) = self.knows(certificate, now) {
            return known.map_err(Error::InvalidCertificate);
        }
        let parsed = ParsedCertificate::try_from(certificate)?;
        verify_server_cert_signed_by_trust_anchor(&parsed, &self.roots, others, now, self.algorithms.all)
    }

    /// Has a trusted authority certified a client?
    fn trusts_client(
        &self,
        certificate: &CertificateDer,
        others: &[CertificateDer],
        now: UnixTime,
    ) -> Result<(), Error> {
        if let Some(known) = self.knows(certificate, now) {
            return known.map_err(Error::InvalidCertificate);
        }
        let provider = Arc::new(crypto::ring::default_provider());
        let judge = WebPkiClientVerifier::builder_with_provider(self.roots.clone(), provider);
        let judge = judge.build().map_err(|_| Error::InvalidCertificate(CertificateError::UnknownIssuer))?;
        judge.verify_client_cert(certificate, others, now).map(drop)
    }

    /// The number by which OpenSSL tells what is wrong with the certificates of the other end, 0 for nothing.
    pub fn verdict(&self, certificates: &[CertificateDer], is_client: bool) -> i64 {
        let Some((first, others)) = certificates.split_first() else { return 0 };
        let trusts = if is_client { Trust::trusts_client } else { Trust::trusts_server };
        match trusts(self, first, others, UnixTime::now()) {
            Ok(()) => 0,
            Err(Error::InvalidCertificate(e)) => number(&e),
            Err(_) => UNSPECIFIED,
        }
    }

    fn check_tls12(
        &self,
        message: &[u8],
        certificate: &CertificateDer,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        crypto::verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }

    fn check_tls13(
        &self,
        message: &[u8],
        certificate: &CertificateDer,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        crypto::verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }
}

const UNSPECIFIED: i64 = 1;

/// What OpenSSL's `X509_V_ERR_…` have for this.
fn number(e: &CertificateError) -> i64 {
    match e {
        CertificateError::BadSignature => 7,
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => 9,
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => 10,
        CertificateError::UnknownIssuer => 20,
        CertificateError::Revoked => 23,
        CertificateError::InvalidPurpose | CertificateError::InvalidPurposeContext { .. } => 26,
        CertificateError::UnhandledCriticalExtension => 34,
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => 62,
        _ => UNSPECIFIED,
    }
}

/// What is asked of a server's certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Nothing.
    Nothing,
    /// That an authority certified it.
    Authority,
    /// That, and that it is for the host that was asked for.
    Host,
}

/// Judges servers.
#[derive(Debug)]
pub struct Servers {
    pub ask: Ask,
    pub trust: Trust,
}

impl ServerCertVerifier for Servers {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.ask != Ask::Nothing {
            self.trust.trusts_server(certificate, others, now)?;
        }
        if self.ask == Ask::Host {
            verify_server_name(&ParsedCertificate::try_from(certificate)?, host)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        match self.ask {
            // Whoever it is may be anybody: the proof would prove nothing.
            Ask::Nothing => Ok(HandshakeSignatureValid::assertion()),
            _ => self.trust.check_tls12(message, certificate, signed),
        }
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        match self.ask {
            // Whoever it is may be anybody: the proof would prove nothing.
            Ask::Nothing => Ok(HandshakeSignatureValid::assertion()),
            _ => self.trust.check_tls13(message, certificate, signed),
        }
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.trust.algorithms.supported_schemes()
    }
}

/// Judges clients.
#[derive(Debug)]
pub struct Clients {
    /// Those that show no certificate are refused.
    pub mandatory: bool,
    /// Those whose certificate is not trusted are let in all the same.
    pub lenient: bool,
    pub trust: Trust,
}

impl ClientCertVerifier for Clients {
    fn client_auth_mandatory(&self) -> bool {
        self.mandatory
    }

    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        certificate: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        if !self.lenient {
            self.trust.trusts_client(certificate, others, now)?;
        }
        Ok(ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.trust.check_tls12(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.trust.check_tls13(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.trust.algorithms.supported_schemes()
    }
}
