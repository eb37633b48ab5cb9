import Cloud
public import Core
public import Foundation

/// The requests of the community's interface, one function for each method and path.
///
/// They carry no credentials and no key: an `AuthorizingRequestProvider` adds them by ``CommunityScheme``. Names of
/// JSON are written as the server has them, optional ones are left out where there is nothing. What must not be done
/// twice is `isSentOnce`; the outbox decides whether it is sent again.
///
/// An id that is empty, or that would lead to another path, is `DataError` with the code `invalidInput` everywhere.
public struct CommunityRequests: Sendable {
    /// The configuration of the server.
    public let configuration: CommunityConfiguration

    /// Creates requests.
    ///
    /// - Parameter configuration: The configuration of the server.
    public init(_ configuration: CommunityConfiguration) {
        self.configuration = configuration
    }

    // MARK: Accounts

    /// Returns the request that signs a person in.
    ///
    /// - Parameters:
    ///   - email: The e-mail address.
    ///   - password: The password.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func login(email: String, password: Secret) throws(DataError) -> NetworkRequest {
        try post("/users/login", LoginBody(email: email, password: password.revealed))
    }

    /// Returns the request that makes an account; it is sent once at most.
    ///
    /// - Parameter member: What the person has typed.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func join(_ member: NewMember) throws(DataError) -> NetworkRequest {
        let body = JoinBody(
            email: member.email, password: member.password.revealed, nick: member.nick, phoneNum: member.phone)
        return try once(post("/users/join", body))
    }

    /// Returns the request that asks whether an e-mail address is free.
    ///
    /// - Parameter email: The address.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func checkEmail(_ email: String) throws(DataError) -> NetworkRequest {
        try post("/validation/email", EmailBody(email: email))
    }

    /// Returns the request for a new access token, with both tokens in its headers.
    ///
    /// It goes out without an `AuthorizingRequestProvider`, so it carries the key as well.
    ///
    /// - Parameters:
    ///   - accessToken: The access token.
    ///   - refreshToken: The refresh token.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func refresh(accessToken: Secret, refreshToken: Secret) throws(DataError) -> NetworkRequest {
        var request = try get("/auth/refresh")
        request.headers["SesacKey"] = configuration.key.revealed
        request.headers["Authorization"] = accessToken.revealed
        request.headers["Refresh"] = refreshToken.revealed
        request.maximumBytes = 1 << 16
        return request
    }

    /// Returns the request that deletes the person's account; it is sent once at most, though it is a GET.
    public func withdraw() throws(DataError) -> NetworkRequest { try once(get("/users/withdraw")) }

    // MARK: Profiles and following

    /// Returns the request for a profile.
    ///
    /// - Parameter user: The id of the person; `nil` for oneself.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func profile(of user: String?) throws(DataError) -> NetworkRequest {
        try get("/users/\(user.map(segment) ?? "me")/profile")
    }

    /// Returns the request that changes the own profile.
    ///
    /// - Parameters:
    ///   - change: The field and its new value.
    ///   - random: The source of the boundary; the registered one by default, else the system's.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func changeProfile(
        _ change: ProfileChange,
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) throws(DataError) -> NetworkRequest {
        var form = MultipartForm()
        switch change {
        case .nick(let nick): form.add(nick, as: "nick")
        case .phone(let phone): form.add(phone, as: "phoneNum")
        case .picture(let data):
            form.add(
                MultipartFile(filename: "CategoryZ_profile.jpeg", contentType: "image/jpeg", data: data), as: "profile")
        }
        var request = try get("/users/me/profile")
        request.method = .put
        return once(try form.encoded(random: random).attached(to: request))
    }

    /// Returns the request that follows a person, or ends that.
    ///
    /// - Parameters:
    ///   - user: The id of the person.
    ///   - isFollowed: Whether the person is followed from then on.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func follow(_ user: String, _ isFollowed: Bool) throws(DataError) -> NetworkRequest {
        var request = try get("/follow/\(segment(user))")
        request.method = isFollowed ? .post : .delete
        return once(request)
    }

    // MARK: Payments

    /// Returns the request that has the server check a payment.
    ///
    /// - Parameters:
    ///   - receipt: The provider's id of the payment, `imp_uid`.
    ///   - post: The id of the marker post.
    ///   - name: The name of what was paid for, which is the marker post's title.
    ///   - amount: The amount in won that was paid.
    /// - Returns: The request.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no request.
    public func validatePayment(
        receipt: String, post: String, name: String, amount: Int
    ) throws(DataError) -> NetworkRequest {
        let body = PaymentBody(receipt: receipt, post: post, productName: name, price: amount)
        return try once(self.post("/payments/validation", body))
    }

    /// Returns the request for the history of the person's payments.
    public func payments() throws(DataError) -> NetworkRequest { try get("/payments/me") }

    // MARK: Parts

    /// A GET request for JSON.
    func get(_ path: String, query: [String: String] = [:]) throws(DataError) -> NetworkRequest {
        try configuration.address.request(path, query: query)
    }

    /// A POST request with a body of JSON.
    func post(_ path: String, _ body: some Encodable) throws(DataError) -> NetworkRequest {
        try with(body, .post, get(path))
    }

    /// A request with a body of JSON, whose names are sorted, so that equal values are equal bytes.
    func with(
        _ body: some Encodable, _ method: HTTPMethod, _ request: NetworkRequest
    ) throws(DataError) -> NetworkRequest {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var request = request
        request.method = method
        request.headers["Content-Type"] = "application/json"
        do {
            request.body = try encoder.encode(body)
        } catch {
            throw DataError(.invalidInput, message: "What was typed cannot be written as JSON.", underlying: error)
        }
        return request
    }

    /// The request, to be sent once at most.
    func once(_ request: NetworkRequest) -> NetworkRequest {
        var request = request
        request.isSentOnce = true
        return request
    }

    /// An id as one part of a path: only what RFC 3986 leaves unreserved stands there as it is.
    func segment(_ id: String) throws(DataError) -> String {
        // A part of dots leads out of its folder, in whatever way it is written.
        guard !id.isEmpty, !id.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) else {
            throw DataError(.invalidInput, message: "'\(id)' is no id. Take one that the server has given.")
        }
        var text = ""
        for byte in id.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return text
    }

    private struct LoginBody: Encodable {
        let email, password: String
    }

    private struct EmailBody: Encodable {
        let email: String
    }

    private struct JoinBody: Encodable {
        let email, password, nick: String
        let phoneNum: String?
    }

    private struct PaymentBody: Encodable {
        let receipt, post, productName: String
        let price: Int

        enum CodingKeys: String, CodingKey {
            case receipt = "imp_uid"
            case post = "post_id"
            case productName, price
        }
    }
}

/// What a person types to join.
public struct NewMember: Hashable, Sendable {
    /// The e-mail address.
    public var email: String
    /// The password.
    public var password: Secret
    /// The name that others see.
    public var nick: String
    /// The phone number; `nil` for none.
    public var phone: String?

    /// Creates a member.
    ///
    /// - Parameters:
    ///   - email: The e-mail address.
    ///   - password: The password.
    ///   - nick: The name that others see.
    ///   - phone: The phone number; none by default.
    public init(email: String, password: Secret, nick: String, phone: String? = nil) {
        self.email = email
        self.password = password
        self.nick = nick
        self.phone = phone
    }
}

/// A change of the own profile; each field is changed by itself.
public enum ProfileChange: Hashable, Sendable {
    /// The name that others see.
    case nick(String)
    /// The phone number.
    case phone(String)
    /// The picture, as the bytes of a JPEG.
    case picture(Data)
}
