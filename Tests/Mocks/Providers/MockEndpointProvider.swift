public import Core
public import Foundation

/// A mock endpoint provider for tests, which records its calls and gives scripted answers.
public final class MockEndpointProvider: EndpointProvider, Mock {
    /// The site of its links.
    public let site: Site
    /// The log of unexpected calls.
    public let log: MockLog
    /// Scripts and records ``request(for:)``.
    public let onRequest: MockMethod<ResourceLink, NetworkRequest>
    /// Scripts and records ``url(for:)``.
    public let onURL: MockMethod<ResourceLink, URL?>
    /// Scripts and records ``link(for:)``.
    public let onLink: MockMethod<String, ResourceLink?>

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - site: The site of its links.
    ///   - log: The log of unexpected calls; one of its own by default.
    public init(site: Site = .demo, log: MockLog = MockLog()) {
        self.site = site
        self.log = log
        onRequest = MockMethod("MockEndpointProvider.request", log: log)
        onURL = MockMethod("MockEndpointProvider.url", log: log)
        onLink = MockMethod("MockEndpointProvider.link", log: log)
    }

    /// Scripts the mock to resolve links against a base URL; calls are recorded all the same.
    ///
    /// A link is requested at its URL, and a URL below the base becomes a relative link. A relative link
    /// of another site is none.
    ///
    /// - Parameter base: The server's URL, without a slash at the end.
    public func resolveLinks(against base: URL) {
        let prefix = base.absoluteString
        let site = site
        let resolve: @Sendable (ResourceLink) -> URL? = { link in
            guard link.isRelative else { return URL(string: link.text) }
            return link.site == site ? URL(string: prefix + link.text) : nil
        }
        onURL.answers(resolve)
        onLink.answers { text in
            let isOwn = text.hasPrefix(prefix + "/")
            return ResourceLink(isOwn ? String(text.dropFirst(prefix.count)) : text, on: site)
        }
        onRequest.answers { link in
            guard let url = resolve(link) else { throw DataError(.invalidInput, message: "'\(link)' is no link.") }
            var request = NetworkRequest(url)
            request.expectation = .data
            return request
        }
    }

    public func request(for link: ResourceLink) throws -> NetworkRequest {
        try onRequest.answerNow(to: link)
    }

    public func url(for link: ResourceLink) -> URL? {
        do {
            return try onURL.answerNow(to: link)
        } catch {
            return nil  // It cannot fail; an unexpected call is in the log.
        }
    }

    public func link(for text: String) -> ResourceLink? {
        do {
            return try onLink.answerNow(to: text)
        } catch {
            return nil  // It cannot fail; an unexpected call is in the log.
        }
    }
}
