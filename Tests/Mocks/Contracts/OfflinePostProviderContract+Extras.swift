import Core

extension OfflinePostProviderContract {
    /// Checks of fields that only one site has.
    static let extrasChecks: [Check] = [
        Check("Fields that only one site has come with a page, and are there after a new start as they were") { probe in
            var page = Page.mock("a", "b", next: "c1")
            let fields = #"{"ratio":0.970,"big":12345678901234567890,"b":[1,{"z":null,"a":"\u00e9\n"}],"empty":{}}"#
            page.extras = [.mock("a"): try RawJSON(fields), .mock("x"): try RawJSON("{}")]
            try await probe.refresh(page)
            try await probe.reopen()
            let extras = try await probe.provider.extras(of: [.mock("a"), .mock("b"), .mock("x")])
            probe.expect(extras.mapValues(\.text), equals: [.mock("a"): fields], "the fields")
        },
        Check("A page that knows all replaces fields, a poorer one adds to them, one without any leaves them") {
            probe in
            func refresh(_ fields: String?, _ completeness: Completeness, at time: Double) async throws {
                var page = Page.mock("a", next: "c1")
                page.completeness = completeness
                if let fields { page.extras = [.mock("a"): try RawJSON(fields)] }
                try await probe.refresh(page, at: time)
            }
            func expect(_ fields: String, _ what: String) async throws {
                let extras = try await probe.provider.extras(of: [.mock("a")])
                probe.expect(extras[.mock("a")]?.text, equals: fields, what)
            }
            try await refresh(#"{"x":1,"y":2}"#, .full, at: 1)
            try await refresh(nil, .partial, at: 2)
            try await refresh(nil, .full, at: 3)
            try await expect(#"{"x":1,"y":2}"#, "after pages without any")
            try await refresh(#"{"z":3,"y":4}"#, .partial, at: 4)
            try await expect(#"{"x":1,"y":4,"z":3}"#, "after a poorer page")
            try await refresh(#"{"z":5}"#, .full, at: 5)
            try await expect(#"{"z":5}"#, "after a page that knows all")
        },
        Check("Fields come with a post without a feed too, and go with it") { probe in
            try await probe.provider.store(
                [.mock("a"), .mock("b")], extras: [.mock("a"): try RawJSON("[1]"), .mock("b"): try RawJSON("true")],
                completeness: .full)
            try await probe.apply(.set(.saved(true), [.mock("b")]), at: 1)
            _ = try await probe.provider.evict([.mock("a"), .mock("b")])
            try await probe.provider.store([.mock("a")], completeness: .full)
            let extras = try await probe.provider.extras(of: [.mock("a"), .mock("b")])
            probe.expect(extras.mapValues(\.text), equals: [.mock("b"): "true"], "the fields")
        },
    ]
}
