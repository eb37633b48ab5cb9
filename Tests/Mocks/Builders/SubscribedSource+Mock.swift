public import Core
public import Foundation

extension SubscribedSource {
    /// Makes a source of a list from a name as people type it.
    ///
    /// - Parameters:
    ///   - name: `r/swift` or `u/ann`; a name that the site cannot have stops the test run.
    ///   - site: The site; the demonstration server's by default.
    ///   - state: The state of its check; verified by default.
    ///   - title: Its title.
    ///   - added: The date when it was added; 14 November 2023, 22:13:20 UTC by default, as ``ManualClock`` begins.
    /// - Returns: The source.
    public static func mock(
        _ name: String, site: Site = .demo, state: State = .verified, title: String? = nil,
        added: Date = Date(timeIntervalSince1970: 1_700_000_000)
    ) -> SubscribedSource {
        var source = SubscribedSource(.mock(name, site: site), on: SiteProfiles()[site], state: state, added: added)
        source.title = title
        return source
    }
}

extension SubscribedSource.ID {
    /// Makes the id of a source from a name as people type it.
    ///
    /// - Parameters:
    ///   - name: `r/swift` or `u/ann`.
    ///   - site: The site; the demonstration server's by default.
    /// - Returns: The id.
    public static func mock(_ name: String, site: Site = .demo) -> SubscribedSource.ID {
        SiteProfiles()[site].sourceID(of: .mock(name, site: site))
    }
}

extension SourceName {
    /// Makes a name from a text as people type it.
    ///
    /// - Parameters:
    ///   - text: `r/swift` or `u/ann`; a name that the site cannot have stops the test run.
    ///   - site: The site; the demonstration server's by default.
    /// - Returns: The name.
    public static func mock(_ text: String, site: Site = .demo) -> SourceName {
        do {
            return try SourceNameParser(SiteProfiles()[site]).name(of: text)
        } catch {
            preconditionFailure(error.message)
        }
    }
}
