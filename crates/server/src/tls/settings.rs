//! What the environment says about TLS: certificates, keys, whom to believe, which ciphers. The names are kdb+'s, those
//! that begin with `KX_` go first.
//!
//! Source: kb/ssl.

use super::trust::{Ask, Clients, Servers, Trust};
use crate::sockets::Environment;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, ServerConfig, SupportedCipherSuite, SupportedProtocolVersion, version};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where OpenSSL keeps its files, on one system or another.
const FOLDERS: [&str; 4] = ["/usr/lib/ssl", "/etc/pki/tls", "/etc/ssl", "/usr/local/etc/openssl@3"];
/// The authorities that a system trusts.
const SYSTEM: [&str; 5] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
    "/usr/local/etc/openssl@3/cert.pem",
];

/// The cipher suites of TLS 1.2, by OpenSSL's name and ours.
const CIPHERS: [(&str, &str); 6] = [
    ("ECDHE-ECDSA-CHACHA20-POLY1305", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"),
    ("ECDHE-RSA-CHACHA20-POLY1305", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"),
    ("ECDHE-ECDSA-AES128-GCM-SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
    ("ECDHE-RSA-AES128-GCM-SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"),
    ("ECDHE-ECDSA-AES256-GCM-SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"),
    ("ECDHE-RSA-AES256-GCM-SHA384", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"),
];
/// Words of a cipher list that stand for all there are.
const ALL: [&str; 4] = ["ALL", "DEFAULT", "HIGH", "ECDHE"];

/// The settings, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    cert_file: PathBuf,
    key_file: PathBuf,
    /// Was the key named, or is it where one would be by default?
    key_named: bool,
    ca_file: PathBuf,
    ca_path: PathBuf,
    /// Were they named, or are they where they would be by default?
    ca_file_named: bool,
    ca_path_named: bool,
    ciphers: Option<String>,
    suites: Option<String>,
    verify_client: String,
    verify_server: String,
    least: Option<String>,
    most: Option<String>,
}

impl Settings {
    pub fn of(environment: &Environment) -> Settings {
        let get = |name: &str| {
            let found = environment(&format!("KX_{name}")).or_else(|| environment(name));
            found.filter(|v| !v.is_empty()).map(|v| String::from_utf8_lossy(&v).into_owned())
        };
        let folder = FOLDERS.iter().find(|f| Path::new(f).is_dir()).unwrap_or(&FOLDERS[0]);
        let path = |name: &str, default: &str| {
            get(name).map_or_else(|| Path::new(folder).join(default), PathBuf::from)
        };
        let word = |name: &str, default: &str| get(name).map_or(default.into(), |w| w.to_ascii_uppercase());
        Settings {
            cert_file: path("SSL_CERT_FILE", "server-crt.pem"),
            key_file: path("SSL_KEY_FILE", "server-key.pem"),
            key_named: get("SSL_KEY_FILE").is_some(),
            ca_file: path("SSL_CA_CERT_FILE", "cacert.pem"),
            ca_path: path("SSL_CA_CERT_PATH", ""),
            ca_file_named: get("SSL_CA_CERT_FILE").is_some(),
            ca_path_named: get("SSL_CA_CERT_PATH").is_some(),
            ciphers: get("SSL_CIPHER_LIST"),
            suites: get("SSL_CIPHERSUITES"),
            verify_client: word("SSL_VERIFY_CLIENT", "NO"),
            verify_server: word("SSL_VERIFY_SERVER", "YES"),
            least: get("SSL_MINPROTOCOL"),
            most: get("SSL_MAXPROTOCOL"),
        }
    }

    /// What `-26!` shows.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let path = |p: &Path| p.to_string_lossy().into_owned();
        let all = || CIPHERS.map(|(name, _)| name).join(":");
        vec![
            ("SSLEAY_VERSION", "rustls".into()),
            ("SSL_CERT_FILE", path(&self.cert_file)),
            ("SSL_CA_CERT_FILE", path(&self.ca_file)),
            ("SSL_CA_CERT_PATH", path(&self.ca_path)),
            ("SSL_KEY_FILE", path(&self.key_file)),
            ("SSL_CIPHER_LIST", self.ciphers.clone().unwrap_or_else(all)),
            ("SSL_VERIFY_CLIENT", self.verify_client.clone()),
            ("SSL_VERIFY_SERVER", self.verify_server.clone()),
        ]
    }

    /// What a listening process needs: a certificate and its key, at least.
    ///
    /// Errors: what is missing or makes no sense.
    pub fn server(&self) -> io::Result<(Arc<ServerConfig>, Trust)> {
        let provider = Arc::new(self.provider()?);
        let builder = ServerConfig::builder_with_provider(provider.clone());
        let builder = builder.with_protocol_versions(&self.versions()?).map_err(wrong)?;
        let clients = |mandatory: bool, lenient: bool| {
            let trust = self.trust(&provider, !lenient)?;
            Ok::<_, io::Error>(Arc::new(Clients { mandatory, lenient, trust }))
        };
        let builder = match self.verify_client.as_str() {
            "NO" => builder.with_no_client_auth(),
            "YES" => builder.with_client_cert_verifier(clients(true, false)?),
            "IFPRESENT" => builder.with_client_cert_verifier(clients(false, false)?),
            "REQUESTONLY" => builder.with_client_cert_verifier(clients(false, true)?),
            other => {
                return Err(bad(&format!("SSL_VERIFY_CLIENT {other}: NO, YES, IFPRESENT or REQUESTONLY")));
            }
        };
        let (chain, key) = self.identity()?;
        let config = builder.with_single_cert(chain, key).map_err(|e| {
            let why = super::reason(&e);
            bad(&format!("{} and {}: {why}", self.cert_file.display(), self.key_file.display()))
        })?;
        Ok((Arc::new(config), self.trust(&provider, false)?))
    }

    /// What connecting needs. Over the web the host's name is asked for always: there everybody's certificate is trusted
    /// for something.
    ///
    /// Errors: what is missing or makes no sense.
    pub fn client(&self, web: bool) -> io::Result<(Arc<ClientConfig>, Trust)> {
        let provider = Arc::new(self.provider()?);
        let ask = match self.verify_server.as_str() {
            "NO" => Ask::Nothing,
            "YES" if !web => Ask::Authority,
            "YES" | "HOSTIP" => Ask::Host,
            other => return Err(bad(&format!("SSL_VERIFY_SERVER {other}: YES, NO or HOSTIP"))),
        };
        let trust = self.trust(&provider, ask != Ask::Nothing)?;
        let builder = ClientConfig::builder_with_provider(provider);
        let builder = builder.with_protocol_versions(&self.versions()?).map_err(wrong)?;
        let judge = Arc::new(Servers { ask, trust: trust.clone() });
        let builder = builder.dangerous().with_custom_certificate_verifier(judge);
        let config = match self.identity() {
            Ok((chain, key)) => builder.with_client_auth_cert(chain, key).map_err(wrong)?,
            Err(e) if self.key_named => return Err(e),
            Err(_) => builder.with_no_client_auth(),
        };
        Ok((Arc::new(config), trust))
    }

    /// The certificate, with those of the authorities between, and its key.
    fn identity(&self) -> io::Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>)> {
        let told = |path: &Path, e: &dyn std::fmt::Display| {
            bad(&format!("{}: {e}; SSL_CERT_FILE and SSL_KEY_FILE name certificate and key", path.display()))
        };
        let certificates = CertificateDer::pem_file_iter(&self.cert_file)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|e| told(&self.cert_file, &e))?;
        if certificates.is_empty() {
            return Err(told(&self.cert_file, &"no certificate in PEM form"));
        }
        let key = PrivateKeyDer::from_pem_file(&self.key_file).map_err(|e| told(&self.key_file, &e))?;
        Ok((certificates, key))
    }

    /// The authorities that were named, else the system's. `needed`: an error when there are none.
    fn trust(&self, provider: &CryptoProvider, needed: bool) -> io::Result<Trust> {
        let mut trust = Trust::nobody(provider);
        let added = trust.add_file(&self.ca_file);
        match added {
            Err(e) if self.ca_file_named && needed => return Err(e),
            Err(_) if !self.ca_file_named && !self.ca_path_named => {
                if let Some(system) = SYSTEM.iter().find(|f| Path::new(f).is_file()) {
                    trust.add_file(Path::new(system))?;
                }
            }
            _ => {}
        }
        if self.ca_path_named {
            trust.add_directory(&self.ca_path);
        }
        if needed && trust.is_empty() {
            let place = if self.ca_path_named { &self.ca_path } else { &self.ca_file };
            return Err(bad(&format!("{}: no certificate of an authority in PEM form", place.display())));
        }
        Ok(trust)
    }

    /// The protocols between the least and the most that are allowed.
    fn versions(&self) -> io::Result<Vec<&'static SupportedProtocolVersion>> {
        let number = |setting: &Option<String>, name: &str, open: u8| match setting.as_deref() {
            None | Some("None") => Ok(open),
            Some("SSLv3") => Ok(0),
            Some("TLSv1") => Ok(10),
            Some("TLSv1.1") => Ok(11),
            Some("TLSv1.2") => Ok(12),
            Some("TLSv1.3") => Ok(13),
            Some(other) => Err(bad(&format!("{name} {other}: SSLv3, TLSv1 to TLSv1.3, or None"))),
        };
        let least = number(&self.least, "SSL_MINPROTOCOL", 0)?;
        let most = number(&self.most, "SSL_MAXPROTOCOL", u8::MAX)?;
        let ours = [(12, &version::TLS12), (13, &version::TLS13)];
        let allowed = ours.iter().filter(|(n, _)| (least..=most).contains(n)).map(|(_, v)| *v);
        let allowed: Vec<_> = allowed.collect();
        if allowed.is_empty() {
            return Err(bad("SSL_MAXPROTOCOL allows neither TLSv1.2 nor TLSv1.3, and there are no others"));
        }
        Ok(allowed)
    }

    /// The ciphers that are allowed, in the order in which they are named.
    fn provider(&self) -> io::Result<CryptoProvider> {
        let mut provider = ring::default_provider();
        let is_new = |s: &SupportedCipherSuite| s.tls13().is_some();
        let (new, old): (Vec<_>, Vec<_>) = provider.cipher_suites.into_iter().partition(is_new);
        let new = match &self.suites {
            Some(list) => chosen(list, &new),
            None => new,
        };
        let old = match &self.ciphers {
            Some(list) => chosen(list, &old),
            None => old,
        };
        provider.cipher_suites = [new, old].concat();
        if provider.cipher_suites.is_empty() {
            return Err(bad("SSL_CIPHER_LIST and SSL_CIPHERSUITES leave no cipher"));
        }
        Ok(provider)
    }
}

/// The suites that a list names, `a:b:!c`. What is not known here is passed over.
fn chosen(list: &str, suites: &[SupportedCipherSuite]) -> Vec<SupportedCipherSuite> {
    let words = || list.split([':', ',', ' ']);
    let mut out: Vec<SupportedCipherSuite> = Vec::new();
    for word in words() {
        let of_word = suites.iter().filter(|s| ALL.contains(&word) || cipher_name(s) == word);
        let lacking: Vec<_> = of_word.filter(|s| !out.contains(s)).copied().collect();
        out.extend(lacking);
    }
    out.retain(|s| !words().any(|w| w.strip_prefix('!').is_some_and(|w| cipher_name(s) == w)));
    out
}

/// OpenSSL's name of a suite.
pub fn cipher_name(suite: &SupportedCipherSuite) -> String {
    let ours = suite.suite().as_str().unwrap_or("?");
    match CIPHERS.iter().find(|(_, name)| *name == ours) {
        Some((name, _)) => (*name).to_string(),
        None => ours.replace("TLS13_", "TLS_"),
    }
}

fn bad(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}

fn wrong(e: rustls::Error) -> io::Error {
    bad(&super::reason(&e))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(pairs: &[(&str, &str)]) -> Settings {
        let pairs: Vec<(String, Vec<u8>)> =
            pairs.iter().map(|(n, v)| ((*n).to_string(), v.as_bytes().to_vec())).collect();
        let look = move |name: &str| pairs.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
        Settings::of(&(Arc::new(look) as Environment))
    }

    fn ciphers(pairs: &[(&str, &str)]) -> Vec<String> {
        let provider = settings(pairs).provider().expect("ciphers");
        provider.cipher_suites.iter().map(cipher_name).collect()
    }

    #[test]
    fn names_with_kx_go_first() {
        let s = settings(&[("SSL_CERT_FILE", "a"), ("KX_SSL_CERT_FILE", "b"), ("SSL_VERIFY_SERVER", "no")]);
        let rows = s.rows();
        assert_eq!(rows[1], ("SSL_CERT_FILE", "b".to_string()));
        assert_eq!(rows[7], ("SSL_VERIFY_SERVER", "NO".to_string()));
        assert!(rows[4].1.ends_with("server-key.pem"), "{rows:?}");
    }

    #[test]
    fn ciphers_are_chosen_by_name() {
        let all = ciphers(&[]);
        assert_eq!(all.len(), 9);
        assert!(all[0].starts_with("TLS_AES_") && all.contains(&CIPHERS[5].0.to_string()), "{all:?}");
        let list = "AES256-SHA:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES128-GCM-SHA256:!DSS";
        let some = ciphers(&[("SSL_CIPHER_LIST", list), ("SSL_CIPHERSUITES", "TLS_AES_128_GCM_SHA256")]);
        let wanted = ["TLS_AES_128_GCM_SHA256", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-AES128-GCM-SHA256"];
        assert_eq!(some, wanted);
        assert_eq!(ciphers(&[("SSL_CIPHER_LIST", "ALL:!ECDHE-RSA-AES256-GCM-SHA384")]).len(), 8);
        let none = settings(&[("SSL_CIPHER_LIST", "x"), ("SSL_CIPHERSUITES", "y")]);
        assert!(none.provider().is_err());
    }

    #[test]
    fn protocols_lie_between_two() {
        let count = |least: &str, most: &str| {
            let pairs = [("SSL_MINPROTOCOL", least), ("SSL_MAXPROTOCOL", most)];
            settings(&pairs).versions().map(|v| v.len()).ok()
        };
        assert_eq!(count("", ""), Some(2));
        assert_eq!(count("TLSv1", "None"), Some(2));
        assert_eq!(count("TLSv1.3", ""), Some(1));
        assert_eq!(count("", "TLSv1.2"), Some(1));
        assert_eq!((count("", "TLSv1.1"), count("TLSv9", "")), (None, None));
    }

    #[test]
    fn what_is_missing_is_named() {
        let s = settings(&[("SSL_CERT_FILE", "/nowhere/c.pem"), ("SSL_CA_CERT_FILE", "/nowhere/ca.pem")]);
        let told = |e: io::Error| e.to_string();
        assert!(s.server().map(drop).map_err(told).is_err_and(|e| e.contains("/nowhere/c.pem")));
        assert!(s.client(false).map(drop).map_err(told).is_err_and(|e| e.contains("/nowhere/ca.pem")));
        let s = Settings { verify_server: "MAYBE".into(), ..s };
        assert!(s.client(true).map(drop).map_err(told).is_err_and(|e| e.contains("HOSTIP")));
    }
}
