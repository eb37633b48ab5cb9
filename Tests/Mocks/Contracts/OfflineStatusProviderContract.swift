package import Core

/// The contract of ``Core/OfflineStatusProvider``: every rule of the protocol as a check.
///
/// Statuses are kept beside posts and comments, so the suite asks for the three providers of one store:
///
/// ```swift
/// @Test(arguments: OfflineStatusProviderContract.checks)
/// func keepsTheContract(_ check: OfflineStatusProviderContract.Check) async {
///     await OfflineStatusProviderContract {
///         let store = MyStore(folder: temporaryFolder())
///         return OfflineStatusProviderContract.Providers(
///             statuses: store.statuses, posts: { store.posts(for: $0) }, comments: { store.comments(for: $0) })
///     }.run(check)
/// }
/// ```
package struct OfflineStatusProviderContract: ProviderContract {
    /// The providers of one store.
    package struct Providers: Sendable {
        let statuses: any OfflineStatusProvider
        let posts: @Sendable (MarkOwner) -> any OfflinePostProvider
        let comments: @Sendable (MarkOwner) -> any OfflineCommentProvider

        /// Names the providers of one store.
        ///
        /// - Parameters:
        ///   - statuses: The provider of statuses.
        ///   - posts: Makes the provider of posts that shows the marks of an owner.
        ///   - comments: Makes the provider of threads that shows the marks of an owner.
        package init(
            statuses: any OfflineStatusProvider, posts: @escaping @Sendable (MarkOwner) -> any OfflinePostProvider,
            comments: @escaping @Sendable (MarkOwner) -> any OfflineCommentProvider
        ) {
            self.statuses = statuses
            self.posts = posts
            self.comments = comments
        }
    }

    package static let checks: [Check] = ownMarkChecks + confirmedChecks + ownerChecks

    fileprivate let makeProviders: @Sendable () async throws -> Providers

    /// Creates the suite for an implementation.
    ///
    /// - Parameter makeProviders: Makes the providers of a store with nothing in it; called once for each check.
    package init(makeProviders: @escaping @Sendable () async throws -> Providers) {
        self.makeProviders = makeProviders
    }
}

extension ContractCheck where Contract == OfflineStatusProviderContract {
    init(_ name: String, _ body: @escaping @Sendable (StatusContractProbe) async throws -> Void) {
        self.init(
            name,
            probe: { contract, log in StatusContractProbe(log: log, providers: try await contract.makeProviders()) },
            body)
    }
}
