import Core
import Foundation

/// The endpoint of an OAuth server that gives tokens and revokes them.
struct OAuthTokenEndpoint: Sendable {
    let client: OAuthClient
    let requests: any RequestProvider
    let time: any TimeProvider
    let activity: any ActivityRecorder

    /// Asks the server.
    ///
    /// - Parameters:
    ///   - grant: What the token is asked for with.
    ///   - old: What stays where the server gives no other.
    /// - Returns: New credentials, which nobody keeps or uses yet.
    /// - Throws: What ``TokenRequestFailure`` makes of a failure.
    nonisolated(nonsending) func answer(to grant: OAuthGrant, after old: Credentials?) async throws -> Credentials {
        let request = try client.tokenRequest(for: grant)
        let issued = time.now
        let answer: TokenAnswer
        do {
            answer = try TokenAnswer(try await requests.response(to: request))
        } catch let error as NetworkError {
            throw TokenRequestFailure.meaning(of: error, for: grant)
        }
        return Credentials(
            clientID: client.id, issuer: client.server.issuer, token: answer.token(issued: issued),
            refreshToken: answer.refreshToken ?? old?.refreshToken,
            externalTokenFingerprint: old?.externalTokenFingerprint)
    }

    /// Revokes tokens that are not needed any more.
    nonisolated(nonsending) func revoke(_ old: [Credentials]) async throws -> Revocation {
        var tokens = Set(old.compactMap { $0.refreshToken }).map { ($0, true) }
        // With a refresh token those that came from it end as well.
        if tokens.isEmpty { tokens = Set(old.compactMap { $0.token?.access }).map { ($0, false) } }
        guard !tokens.isEmpty else { return .unneeded }
        var revocation = Revocation.done
        for (token, isRefreshToken) in tokens {
            do {
                let request = try client.revocationRequest(of: token, isRefreshToken: isRefreshToken)
                _ = try await requests.response(to: request)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                revocation = .failed(DataError(error))
            }
        }
        return revocation
    }

    /// Records that no token could be had.
    func record(_ error: any Error) {
        guard let url = URL(string: client.server.site.text("/")), let host = url.host(percentEncoded: false) else {
            return
        }
        activity.record(
            ActivityEvent(
                .failed, reason: .failure, host: host, date: time.now,
                code: (error as? any CodedError)?.code ?? .unknown))
    }
}
