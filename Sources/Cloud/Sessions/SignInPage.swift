import Core
import Foundation

/// The newest sign-in page of a session, and the state that its redirect must return.
struct SignInPage {
    private let scheme: any SessionScheme
    private let random: any RandomSource
    private var expectedState: Secret?

    init(scheme: any SessionScheme, random: any RandomSource) {
        self.scheme = scheme
        self.random = random
    }

    /// Begins a sign-in, in place of the one before.
    ///
    /// - Returns: The page's address.
    /// - Throws: What ``SessionScheme/signInURL(state:)`` throws.
    mutating func url() throws -> URL {
        // 128 bits.
        let digits = [random.next(), random.next()].map { String($0, radix: 16).zeroPadded(to: 16) }
        let state = Secret(digits.joined())
        let url = try scheme.signInURL(state: state)
        expectedState = state
        return url
    }

    /// Returns the code in a redirect, and ends the sign-in unless the redirect is of another one.
    mutating func code(in redirect: URL) throws(SignInError) -> Secret {
        guard let expected = expectedState else { throw .notBegun }
        let code: Secret
        do throws(SignInError) {
            code = try scheme.code(in: redirect, state: expected)
        } catch {
            if error != .wrongState { expectedState = nil }
            throw error
        }
        expectedState = nil
        return code
    }

    /// Ends the sign-in.
    mutating func end() {
        expectedState = nil
    }
}
