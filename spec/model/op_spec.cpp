#include "spec/model/op_spec.h"

#include <algorithm>

namespace assay {

bool Form::by_return() const { return find_param("return") != nullptr; }

const Param* Form::find_param(std::string_view name) const {
  const auto it =
      std::find_if(params.begin(), params.end(), [&](const Param& p) { return p.name == name; });
  return it == params.end() ? nullptr : &*it;
}

const Form* OpSpec::find_form(std::string_view form_id) const {
  const auto it =
      std::find_if(forms.begin(), forms.end(), [&](const Form& f) { return f.id == form_id; });
  return it == forms.end() ? nullptr : &*it;
}

}  // namespace assay
