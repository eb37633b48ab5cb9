public import Core
public import Foundation

extension SubscribedSource {
    /// A source of a list, named as one types it.
    ///
    /// - Parameters:
    ///   - name: `r/swift` or `u/ann`; a name that the site cannot have stops the test run.
    ///   - site: Whose source; the demonstration server's by default.
    ///   - state: What is known about whether it exists; that it does by default.
    ///   - title: Its title.
    ///   - added: When it was added; 14 November 2023, 22:13:20 UTC by default, as ``ManualClock`` begins.
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
    /// The id of a source that is named as one types it.
    ///
    /// - Parameters:
    ///   - name: `r/swift` or `u/ann`.
    ///   - site: Whose source; the demonstration server's by default.
    /// - Returns: The id.
    public static func mock(_ name: String, site: Site = .demo) -> SubscribedSource.ID {
        SiteProfiles()[site].sourceID(of: .mock(name, site: site))
    }
}

extension SourceName {
    /// A name as one types it.
    ///
    /// - Parameters:
    ///   - text: `r/swift` or `u/ann`; a name that the site cannot have stops the test run.
    ///   - site: Whose name; the demonstration server's by default.
    /// - Returns: The name.
    public static func mock(_ text: String, site: Site = .demo) -> SourceName {
        do {
            return try SourceNames(SiteProfiles()[site]).name(of: text)
        } catch {
            preconditionFailure(error.message)
        }
    }
}
