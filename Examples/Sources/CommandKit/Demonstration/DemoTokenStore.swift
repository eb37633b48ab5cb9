package import Core
import Foundation

/// Sign-ins, and one that is there before the first is stored: that of a demonstration's person, until they sign out.
package struct DemoTokenStore: TokenStore {
    private let stored: any TokenStore
    private let choices: any StateStore
    private let person: Credentials

    private static let isGone = "demo-person-left"
    /// The place of a site's first sign-in.
    private static let firstPlace = "default"

    /// A store.
    ///
    /// - Parameters:
    ///   - stored: The sign-ins that are stored.
    ///   - choices: The small values, where it is noted that the person has signed out.
    ///   - person: The credentials of the person.
    package init(_ stored: any TokenStore, choices: any StateStore, person: Credentials) {
        (self.stored, self.choices, self.person) = (stored, choices, person)
    }

    package func credentials(for account: AccountKey) async throws -> Credentials? {
        if let credentials = try await stored.credentials(for: account) { return credentials }
        guard account.name == Self.firstPlace, try await choices.value(Self.isGone) == nil else { return nil }
        return person
    }

    package func save(_ credentials: Credentials, for account: AccountKey) async throws {
        try await stored.save(credentials, for: account)
    }

    package func remove(_ account: AccountKey) async throws {
        if account.name == Self.firstPlace { try await choices.set(Data("1".utf8), for: Self.isGone) }
        try await stored.remove(account)
    }

    package func accounts(on site: Site) async throws -> [AccountKey] { try await stored.accounts(on: site) }

    package func withExclusiveAccess<Result: Sendable>(
        to account: AccountKey, _ work: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await stored.withExclusiveAccess(to: account, work)
    }
}
