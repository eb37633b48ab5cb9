import Foundation
import ServerKit

/// Payments.
extension CommunityDesk {
    private struct PaymentFields: Decodable {
        var receipt: String?
        var post: String?
        var productName: String?
        var price: Int?

        private enum CodingKeys: String, CodingKey {
            case receipt = "imp_uid"
            case post = "post_id"
            case productName, price
        }
    }

    /// Validates a payment, once for each receipt.
    ///
    /// A receipt that a provider has told the server of is compared by its amount; of another, what the person says is
    /// believed, and what follows `imp_` in it is taken for the merchant's own id.
    func validatePayment(_ visit: Visit) throws -> Answer {
        let fields: PaymentFields = try visit.request.fields()
        let (receipt, post) = (try given(fields.receipt, "imp_uid"), try given(fields.post, "post_id"))
        let name = try given(fields.productName, "productName")
        guard let price = fields.price, price > 0 else { throw Refusal.missing("price") }
        let time = store.time
        let json = try store.change { state in
            let known = state.receipts.first { $0.receipt == receipt }
            if let known, known.amount != price { throw Refusal(400, "The amount is not the one that was paid.") }
            guard !state.payments.contains(where: { $0.receipt == receipt }) else {
                throw Refusal(409, "The payment has been validated already.")
            }
            guard state.index(ofPost: post) != nil else { throw Refusal.postNotFound }
            let merchant = known?.merchant ?? (receipt.hasPrefix("imp_") ? String(receipt.dropFirst(4)) : receipt)
            let payment = Payment(
                id: state.newID(), buyer: visit.me.id, receipt: receipt, merchant: merchant, post: post, name: name,
                price: price, paid: time)
            state.payments.append(payment)
            return Renderer(state: state).payment(payment)
        }
        return .json(json)
    }

    /// The person's payments, the newest first.
    func payments(_ visit: Visit) -> Answer {
        let payments = visit.state.payments.filter { $0.buyer == visit.me.id }.reversed()
        return .json(.object([("data", .array(payments.map(Renderer(state: visit.state).payment)))]))
    }
}
